// JSON.parse without rounding. A number that a double cannot hold has the type of the option numbers, or
// is an error.

// suspicious matches numbers that are long or have an exponent, also in a string.
const suspicious = /(?:^|[[:,])\s*-?(?:\d[\d.]{14}|\d[\d.]*[eE])/;

export function parseJSON(text, numbers) {
  if (!suspicious.test(text)) return JSON.parse(text);
  return new Reader(text, numbers).value();
}

// same reports whether two decimal numbers are equal, by their digits and the position of the point.
function same(a, b) {
  const [digitsA, pointA] = normal(a);
  const [digitsB, pointB] = normal(b);
  return digitsA === digitsB && pointA === pointB;
}

function normal(text) {
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text);
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return ['0', '0'];
  const point = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - trimmed.length);
  return [sign + trimmed, point.toString()];
}

const MOST_DIGITS = 1e6;

function integer(text) {
  const [digits, point] = normal(text);
  const zeros = Number(point);
  return zeros >= 0 && zeros < MOST_DIGITS ? BigInt(digits) * 10n ** BigInt(zeros) : undefined;
}

function held(text, numbers, path) {
  const double = Number(text);
  if (Number.isFinite(double) && same(text, String(double))) return double;
  if (numbers === 'string') return text;
  const exact = numbers === 'bigint' ? integer(text) : undefined;
  if (exact !== undefined) return exact;
  const place = path.length > 0 ? ` at ${path.join('.')}` : '';
  const advice = numbers === 'bigint' ? '"string"' : '"bigint" or "string"';
  throw new RangeError(`The number ${text}${place} does not fit in a JavaScript number. Set the option numbers to ${advice}.`);
}

const token = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null))/y;

// Reader reads valid JSON.
class Reader {
  constructor(text, numbers) {
    this.text = text;
    this.numbers = numbers;
    this.at = 0;
    this.path = [];
  }

  next() {
    token.lastIndex = this.at;
    const match = token.exec(this.text);
    this.at = token.lastIndex;
    return match;
  }

  value(match = this.next()) {
    if (match[1] === '{') return this.object();
    if (match[1] === '[') return this.array();
    if (match[3] !== undefined) return held(match[3], this.numbers, this.path);
    return JSON.parse(match[0]);
  }

  object() {
    const result = {};
    for (let match = this.next(); match[1] !== '}'; match = this.next()) {
      if (match[1] === ',') match = this.next();
      const key = JSON.parse(match[2]);
      this.next();
      this.path.push(key);
      const value = this.value();
      this.path.pop();
      // Like JSON.parse, also for __proto__.
      Object.defineProperty(result, key, { value, writable: true, enumerable: true, configurable: true });
    }
    return result;
  }

  array() {
    const result = [];
    for (let match = this.next(); match[1] !== ']'; match = this.next()) {
      if (match[1] === ',') match = this.next();
      this.path.push(result.length);
      result.push(this.value(match));
      this.path.pop();
    }
    return result;
  }
}
