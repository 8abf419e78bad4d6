'use strict';

// A bundler that makes a page of CommonJS has to say where the modules are: setSource.
async function bytesOf() {
  throw new Error('hcljson: use the ECMAScript module in a browser, or setSource');
}

module.exports = { bytesOf };
