// A headless Chromium, over the pipe of its DevTools protocol.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// program is the Chromium on the PATH, if there is one.
export function program() {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return name;
    } catch {
      // the next one
    }
  }
  return undefined;
}

// start starts it. A page is a session of its protocol.
export function start(name) {
  const profile = mkdtempSync(join(tmpdir(), 'hcljson-chromium-'));
  const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-pipe', `--user-data-dir=${profile}`];
  const browser = spawn(name, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const waiting = new Map();
  const listeners = new Set();
  let last = 0;
  let rest = '';
  browser.stdio[4].setEncoding('utf8').on('data', (data) => {
    const messages = (rest + data).split('\0');
    rest = messages.pop();
    for (const message of messages.map((text) => JSON.parse(text))) {
      const answer = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) answer?.reject(new Error(message.error.message));
      else if (answer) answer.resolve(message.result);
      else for (const listener of listeners) listener(message);
    }
  });
  const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
    last += 1;
    waiting.set(last, { resolve, reject });
    browser.stdio[3].write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
  });

  async function evaluate(session, expression) {
    const params = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await send('Runtime.evaluate', params, session);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async function open(url, width = 1100, height = 700) {
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const workers = [];
    const errors = [];
    listeners.add(({ method, params, sessionId: of }) => {
      if (of !== sessionId) return;
      if (method === 'Target.attachedToTarget') workers.push(params.sessionId);
      if (method === 'Runtime.exceptionThrown') errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    });
    const page = {
      errors,
      send: (method, params) => send(method, params, sessionId),
      evaluate: (expression) => evaluate(sessionId, expression),
      inWorker: (expression) => evaluate(workers.at(-1), expression),
      // until waits for an expression to be true, and returns it.
      async until(expression) {
        for (const end = Date.now() + 120_000; Date.now() < end;) {
          const value = await page.evaluate(expression);
          if (value) return value;
          await new Promise((resolve) => { setTimeout(resolve, 20); });
        }
        throw new Error(`this does not become true: ${expression}`);
      },
      screenshot: async () => Buffer.from((await page.send('Page.captureScreenshot')).data, 'base64'),
      close: () => send('Target.closeTarget', { targetId }),
    };
    await page.send('Runtime.enable');
    await page.send('Page.enable');
    await page.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await page.send('Page.bringToFront');
    await page.send('Page.navigate', { url });
    return page;
  }

  async function stop() {
    const ended = new Promise((resolve) => { browser.once('exit', resolve); });
    await send('Browser.close').catch(() => {});
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  return { open, stop };
}
