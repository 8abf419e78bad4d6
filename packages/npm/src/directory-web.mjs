// A browser has no directories.
export async function directory() {
  throw new Error('hcljson: there are no directories here');
}
