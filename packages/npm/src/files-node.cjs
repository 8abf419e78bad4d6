'use strict';

// What files-node.mjs is, for require.
const { readFile } = require('node:fs/promises');
const { join } = require('node:path');

async function bytesOf(name) {
  return readFile(join(__dirname, name === 'tables' ? 'tables.bin' : `${name}.wasm`));
}

module.exports = { bytesOf };
