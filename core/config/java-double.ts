/** A double in decimal digits, as Java's Double.toString writes it: with an exponent below 10^-3 and from 10^7 on. */
export function javaDouble(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return String(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (size === 0 || (size >= 1e-3 && size < 1e7)) return sign + withFraction(String(size));
  const [digits = '', exponent = ''] = size.toExponential().split('e');
  return `${sign}${withFraction(digits)}E${Number(exponent)}`;
}

function withFraction(digits: string): string {
  return digits.includes('.') ? digits : `${digits}.0`;
}
