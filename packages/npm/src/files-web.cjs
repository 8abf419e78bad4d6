'use strict';

// A bundle of CommonJS for a page must call setSource.
async function bytesOf() {
  throw new Error('hcljson: in a browser, use the ECMAScript module or call setSource');
}

module.exports = { bytesOf };
