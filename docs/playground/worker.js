// The conversion, beside the thread of the page.
import { codeUnits, toHCL, toJSON } from './hcljson/index.mjs';

self.onmessage = async ({ data: { from, text, options } }) => {
  try {
    const { form, ...given } = { ...options, sourceMap: true, verify: false };
    const result = from === 'native' ? await toJSON(text, { ...given, form }) : await toHCL(text, given);
    const unit = codeUnits(text);
    const diagnostics = result.diagnostics.map(({ severity, summary, detail, range }) => {
      const found = { severity, summary, detail, filename: range?.filename ?? '' };
      if (!range?.start || found.filename !== '') return found;
      return { ...found, line: range.start.line, start: unit(range.start.byte), end: unit(range.end.byte) };
    });
    const map = result.ok ? places(result.sourceMap, unit, codeUnits(result.text), from) : new Int32Array();
    postMessage({ from, text: result.text, diagnostics, map }, [map.buffer]);
  } catch (error) {
    postMessage({ from, diagnostics: [], map: new Int32Array(), failure: String(error) });
  }
};

// places are five numbers for each place of each value: which value, where it starts and ends
// in JSON, and where in native syntax.
function places({ values }, here, there, from) {
  const [json, native] = from === 'native' ? [there, here] : [here, there];
  const of = ({ name, value }, unit) => [unit((name ?? value).start.byte), unit(value.end.byte)];
  return Int32Array.from(values.flatMap((entry, i) => (
    entry.native.flatMap((place) => [i, ...of(entry.json, json), ...of(place, native)]))));
}
