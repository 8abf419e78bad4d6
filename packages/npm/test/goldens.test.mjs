// All goldens, with the WebAssembly module. The Go tests write the outputs.
import assert from 'node:assert/strict';
import test from 'node:test';

import { toHCL, toJSON } from 'hcljson';
import { goldens } from './txtar.mjs';

const all = goldens().filter((golden) => golden.plain);

test('there are goldens', () => assert.ok(all.length > 200, `${all.length} of them`));

for (const golden of all) {
  test(golden.name, async () => {
    const input = golden.files.get(golden.input);
    const diagnostics = golden.files.get('diagnostics') ?? '';
    const isJSON = golden.input.endsWith('.json');
    const options = {
      filename: golden.input, strict: golden.flags.includes('strict'),
      comments: golden.flags.includes('drop-comments') ? 'drop' : 'keep',
    };
    if (!isJSON) options.layout = golden.flags.includes('keep-layout') ? 'keep' : 'canonical';
    if (!golden.flags.includes('table')) options.table = false;
    const outputs = isJSON ? [['native', undefined]] : [['general.json', 'general'], ['compact.json', 'compact']];
    for (const target of golden.targets.length > 0 ? golden.targets : [undefined]) {
      for (const [file, form] of outputs) {
        const result = isJSON ? await toHCL(input, { ...options, target }) : await toJSON(input, { ...options, target, form });
        const want = golden.files.get(isJSON ? [...golden.files.keys()].find((name) => name === result.filename) ?? '' : file);
        if (/^Error: /m.test(diagnostics)) {
          assert.equal(result.ok, false);
          const [, summary] = /^Error: (.*)$/m.exec(diagnostics);
          const known = ['Empty file']; // which is found before the reader sees the text
          assert.ok(result.diagnostics.some((d) => d.severity === 'error' && [summary, ...known].includes(d.summary)), diagnostics);
          continue;
        }
        assert.ok(result.ok, JSON.stringify(result.diagnostics));
        if (want !== undefined) assert.equal(result.text, want);
      }
    }
  });
}
