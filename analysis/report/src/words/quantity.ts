// Numbers for people: "64 KiB", "10 us", "800 Gbps", "1.82x".

const SECONDS: [number, string][] = [[1e-12, "ps"], [1e-9, "ns"], [1e-6, "us"], [1e-3, "ms"], [1, "s"]];
const BINARY: [number, string][] = [[1, "B"], [2 ** 10, "KiB"], [2 ** 20, "MiB"], [2 ** 30, "GiB"], [2 ** 40, "TiB"]];
const DECIMAL: [number, string][] = [[1, "B"], [1e3, "kB"], [1e6, "MB"], [1e9, "GB"], [1e12, "TB"]];
const RATES: [number, string][] = [[0.125, "bps"], [125, "kbps"], [125e3, "Mbps"], [125e6, "Gbps"], [125e9, "Tbps"]];

/** Four significant digits at most, no trailing zeros, no exponent up to 10^6. */
export function digits(value: number, most = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "-∞";
  if (value !== 0 && (Math.abs(value) >= 1e6 || Math.abs(value) < 1e-4)) return value.toExponential(most - 1).replace(/\.?0+e/, "e");
  if (Math.abs(value) >= 10 ** (most - 1)) return String(Math.round(value));
  return String(Number(value.toPrecision(most)));
}

function inUnits(value: number, units: [number, string][]): string {
  if (value === 0) return `0 ${units.find(([size]) => size === 1)?.[1] ?? units[0][1]}`;
  let chosen = units[0];
  for (const unit of units) if (Math.abs(value) >= unit[0] * (1 - 1e-9)) chosen = unit;
  return `${digits(value / chosen[0])} ${chosen[1]}`;
}

export const seconds = (value: number): string => (Number.isFinite(value) ? inUnits(value, SECONDS) : digits(value));

/** Sizes are written in powers of 1000 if that makes at least as many of the values whole: 32 MB, not 30.52 MiB. */
export function isDecimal(values: number[]): boolean {
  const whole = (unit: number) => values.filter((one) => one >= unit && one % unit === 0).length;
  return whole(1000) > 0 && whole(1000) >= whole(1024);
}

/** A value of a key: unit as in the file. `decimal` for sizes. */
export function quantity(value: number | string, unit: string, decimal = false): string {
  if (typeof value === "string") return value;
  if (unit === "s") return seconds(value);
  if (unit === "B") return inUnits(value, decimal ? DECIMAL : BINARY);
  if (unit === "B/s") return inUnits(value, RATES);
  return unit === "1" || unit === "" ? digits(value, 6) : `${digits(value)} ${unit}`;
}

/** A gain: 1.02x, 36.5x, 1820x. */
export const factor = (value: number): string => (Number.isNaN(value) ? "–" : `${value < 999.95 ? digits(value) : Math.round(value)}×`);

/** Shares; rounding is no share. */
export function percent(value: number): string {
  if (Number.isNaN(value)) return "–";
  if (value < 1e-11) return "0 %";
  return value < 1e-5 ? "< 0.001 %" : `${digits(100 * value, 3)} %`;
}

const PREFIXES: Record<string, number> = { "": 1, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9, ps: 1e-12, bps: 0.125,
  kbps: 125, Mbps: 125e3, Gbps: 125e6, Tbps: 125e9, "B/s": 1, "kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9, "TB/s": 1e12,
  ...Object.fromEntries([...BINARY, ...DECIMAL].map(([size, name]) => [name, size])) };

/** "100 ns" or "1e-7" in SI; NaN for what is no quantity. */
export function parseQuantity(text: string): number {
  const match = /^\s*([0-9.eE+-]+)\s*([A-Za-zµ/]*)\s*$/.exec(text);
  const size = match && PREFIXES[match[2]];
  return match && size !== undefined && size !== null ? Number(match[1]) * size : NaN;
}
