// `node playground.mjs DIR` writes the page and the built package to DIR, for any host of static files.
// Without DIR, it serves the page on this machine.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const FILES = ['index.mjs', 'number.mjs', 'wasm.mjs', 'files-web.mjs', 'hcljson.wasm.gz', 'tables.bin', 'others.bin'];

export async function write(dir) {
  const { build } = await import('esbuild');
  const to = join(dir, 'hcljson');
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const name of ['index.html', 'style.css', 'worker.js']) cpSync(join(here, 'playground', name), join(dir, name));
  for (const name of FILES) cpSync(join(here, 'dist', name), join(to, name));
  // A browser does not read package.json, which defines #files.
  const index = readFileSync(join(to, 'index.mjs'), 'utf8');
  writeFileSync(join(to, 'index.mjs'), index.replace("'#files'", "'./files-web.mjs'"));
  const { metafile } = await build({
    absWorkingDir: here, entryPoints: ['playground/main.js'], outfile: join(dir, 'main.js'), bundle: true,
    minify: true, format: 'esm', target: 'es2022', loader: { '.txt': 'text' }, metafile: true, logLevel: 'warning',
  });
  writeFileSync(join(dir, 'licences.txt'), licences(Object.keys(metafile.inputs)));
}

// licences returns the licences of the packages that contain the files.
function licences(inputs) {
  const names = new Set(inputs.map((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1]).filter(Boolean));
  return [...names].sort().map((name) => {
    const dir = join(here, 'node_modules', name);
    const file = readdirSync(dir).find((one) => /^licen[cs]e/i.test(one));
    const { version } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${readFileSync(join(dir, file), 'utf8')}`;
  }).join('\n');
}

const TYPES = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.mjs': 'text/javascript', '.txt': 'text/plain; charset=utf-8', '.wasm': 'application/wasm' };

// serve starts a server of a directory, for this machine only.
export function serve(dir, port) {
  const server = createServer((request, response) => {
    try {
      const { pathname } = new URL(request.url, 'http://localhost');
      const path = normalize(decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
      const body = readFileSync(join(dir, path));
      response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream', 'Content-Length': body.length }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, 'localhost', () => resolve(server));
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const dir = argv[2] ?? join(here, '../../build/playground');
  await write(dir);
  if (argv[2] === undefined) {
    const server = await serve(dir, 8080);
    console.log(`http://localhost:${server.address().port}/`);
  }
}
