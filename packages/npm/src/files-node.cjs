'use strict';

// The same as files-node.mjs, for require.
const { readFile } = require('node:fs/promises');
const { join } = require('node:path');

async function bytesOf(name) {
  return readFile(join(__dirname, name === 'module' ? 'hcljson.wasm.gz' : `${name}.bin`));
}

module.exports = { bytesOf };
