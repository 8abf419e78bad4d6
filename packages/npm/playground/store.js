// The state of the page after a reload: of this tab, or else of the last tab. A browser can refuse to
// store it.
const [NOW, BEFORE, MOST] = ['hcljson', 'hcljson.kept', 5];

function tried(run) {
  try {
    return run();
  } catch {
    return undefined;
  }
}

const read = (of, name) => tried(() => JSON.parse(of()[name] ?? 'null')) ?? undefined;
const write = (of, name, value) => tried(() => { of()[name] = JSON.stringify(value); return true; }) ?? false;
const [tab, all] = [() => sessionStorage, () => localStorage];
const isState = (value) => typeof value?.native === 'string' && typeof value.json === 'string';

export const saved = () => [read(tab, NOW), read(all, NOW)].find(isState);

// save reports whether the browser stored the state.
export const save = (state) => [write(tab, NOW, state), write(all, NOW, state)].some(Boolean);

// kept returns the last replaced states, the newest first.
export const kept = () => [read(all, BEFORE)].flat().filter(isState);

export function keep(state) {
  const same = ({ native, json }) => native === state.native && json === state.json;
  const when = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return write(all, BEFORE, [{ ...state, when }, ...kept().filter((one) => !same(one))].slice(0, MOST));
}
