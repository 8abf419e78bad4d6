// A browser has no directories.
export async function directory() {
  throw new Error('hcljson: convertFiles needs a file system, which a browser does not have');
}
