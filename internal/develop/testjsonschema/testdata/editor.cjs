// Prints the lines of a file with JSON, and below each what the language service of VS Code says of it, by a
// schema: what it offers at |, what it shows at ^, and else what is wrong where.
const { readFileSync } = require("fs");
const { getLanguageService, TextDocument } = require("vscode-json-languageservice");
const completionItem = { documentationFormat: ["markdown"], snippetSupport: true };
const service = getLanguageService({ clientCapabilities: { textDocument: { completion: { completionItem } } } });
const schema = JSON.parse(readFileSync(process.argv[2]));
service.configure({ validate: true, schemas: [{ uri: "schema.json", fileMatch: ["*"], schema }] });

const answers = {
  "|": async (document, at, tree) =>
    [(await service.doComplete(document, at, tree)).items.map((item) => item.label).join(", ")],
  "^": async (document, at, tree) => [(await service.doHover(document, at, tree)).contents.join(" ")],
  "": async (document, at, tree) =>
    (await service.doValidation(document, tree)).map(({ range, message }) => `${document.getText(range)}: ${message}`),
};

(async () => {
  for (const line of readFileSync(process.argv[3], "utf8").split("\n")) {
    if (line === "" || line.startsWith("\t")) continue;
    const mark = ["|", "^"].find((mark) => line.includes(mark)) ?? "";
    const document = TextDocument.create("file:///main.tf.json", "json", 1, line.replace(mark, ""));
    const at = document.positionAt(line.indexOf(mark));
    console.log(line);
    for (const answer of await answers[mark](document, at, service.parseJSONDocument(document))) {
      console.log("\t" + answer.replaceAll("\n", " "));
    }
  }
})();
