const { App, Aspects, AssetType, DataResource, Fn, TerraformAsset, TerraformHclModule, TerraformIterator,
  TerraformOutput, TerraformStack, TerraformVariable } = require("cdktf");
const { Construct } = require("constructs");

class Network extends TerraformStack {
  constructor(scope, id) {
    super(scope, id);
    const zones = new TerraformVariable(this, "zones", { type: "list(string)", default: ["a", "b"], nullable: false });
    this.vpc = new DataResource(this, "vpc", { input: { cidr: "10.0.0.0/16" } });
    const zone = TerraformIterator.fromList(zones.listValue);
    new DataResource(this, "subnets", { forEach: zone, input: { zone: zone.value, vpc: this.vpc.id } });
    const label = new TerraformHclModule(this, "label", { source: "./modules/label", variables: { name: "net" } });
    new TerraformOutput(this, "tags", { value: label.get("tags") });
  }
}

class Tier extends Construct {
  constructor(scope, id, vpc, port) {
    super(scope, id);
    const config = new DataResource(this, "config", { input: Fn.jsonencode({ tier: id, ports: [port], vpc: vpc.id }) });
    this.server = new DataResource(this, "server", {
      input: { config: config.output, user_data: `#!/bin/sh\nset -e\necho ${id} > /etc/tier` },
      dependsOn: [config],
    });
    this.server.addOverride("input.policy", JSON.stringify({ Statement: [{ Action: "*", Effect: "Deny" }], Version: "2012-10-17" }));
  }
}

class Service extends TerraformStack {
  constructor(scope, id, network) {
    super(scope, id);
    const site = new TerraformAsset(this, "site", { path: "site", type: AssetType.DIRECTORY });
    const greeting = new TerraformAsset(this, "greeting", { path: "greeting.txt", type: AssetType.FILE });
    const web = new Tier(this, "web", network.vpc, 443);
    const api = new Tier(this, "api", network.vpc, 8080);
    new DataResource(this, "files", {
      input: { index: Fn.file(`${site.path}/index.html`), greeting: Fn.templatefile(greeting.path, { name: "you" }) },
    });
    new TerraformOutput(this, "servers", { value: [web.server.id, api.server.id] });
  }
}

const app = new App({ skipValidation: true, context: { cdktfRelativeModules: ["./modules/label"] } });
const network = new Network(app, "network");
new Service(app, "service", network);
Aspects.of(network).add({
  visit(node) {
    if (node instanceof DataResource && node.node.id === "vpc") node.addOverride("input.team", "core");
  },
});
app.synth();
