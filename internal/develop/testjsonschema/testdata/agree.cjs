// Reads lines with schemas, and with texts and what another validator said of them, and prints where Ajv
// says something else.
const Ajv = require("ajv/dist/2020").default;
const lines = require("readline").createInterface({ input: require("fs").createReadStream(process.argv[2]) });
const schemas = [], compiled = [];
let texts = 0, differ = 0;
lines.on("line", (line) => {
  const { schema, of, text, accepted } = JSON.parse(line);
  if (schema) {
    schemas.push(schema);
    return;
  }
  compiled[of] ??= new Ajv({ strict: false, validateFormats: false }).compile(schemas[of]);
  texts++;
  if (compiled[of](text) !== accepted && ++differ <= 20) {
    console.log(`Ajv ${accepted ? "refuses" : "accepts"}: ${JSON.stringify(text)}`, compiled[of].errors);
  }
});
lines.on("close", () => {
  console.log(`Ajv was asked about ${texts} texts and ${schemas.length} schemas: ${differ} differ`);
  process.exitCode = differ ? 1 : 0;
});
