// Reads lines with schemas, and with texts and what another validator said of them, and prints where Ajv
// says something else.
const Ajv = require("ajv/dist/2020").default;
const lines = require("readline").createInterface({ input: require("fs").createReadStream(process.argv[2]) });
const schemas = [], compiled = new Map();
// The other validator has judged the schemas themselves.
const options = { strict: false, validateFormats: false, validateSchema: false, code: { optimize: false } };
let texts = 0, differ = 0;
lines.on("line", (line) => {
  const { schema, of, text, accepted } = JSON.parse(line);
  if (schema) {
    schemas.push(schema); // as text, which takes less memory
    return;
  }
  if (!compiled.has(of)) {
    if (compiled.size === 20) compiled.clear();
    compiled.set(of, new Ajv(options).compile(JSON.parse(schemas[of])));
  }
  texts++;
  const validate = compiled.get(of);
  if (validate(text) !== accepted && ++differ <= 20) {
    console.log(`Ajv ${accepted ? "refuses" : "accepts"}: ${JSON.stringify(text)}`, validate.errors);
  }
});
lines.on("close", () => {
  console.log(`Ajv was asked about ${texts} texts and ${schemas.length} schemas: ${differ} differ`);
  process.exitCode = differ ? 1 : 0;
});
