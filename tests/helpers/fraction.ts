/** An exact number for the oracle, so that it shares no rounding with the product. */
export class Fraction {
  private constructor(private readonly over: bigint, private readonly under: bigint) {}

  /** The number that a decimal text writes: 0.1 is a tenth, not its binary approximation. */
  static of(value: number): Fraction {
    const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
    const [whole = "0", decimals = ""] = mantissa.split(".");
    const digits = BigInt(whole + decimals);
    const power = Number(exponent) - decimals.length;
    return power >= 0
      ? Fraction.reduced(digits * 10n ** BigInt(power), 1n)
      : Fraction.reduced(digits, 10n ** BigInt(-power));
  }

  static sum(parts: readonly Fraction[]): Fraction {
    return parts.reduce((total, part) => total.plus(part), Fraction.of(0));
  }

  plus(other: Fraction): Fraction {
    return Fraction.reduced(
      this.over * other.under + other.over * this.under,
      this.under * other.under,
    );
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.over, other.under));
  }

  times(other: Fraction): Fraction {
    return Fraction.reduced(this.over * other.over, this.under * other.under);
  }

  /** @throws RangeError when the other is 0 */
  by(other: Fraction): Fraction {
    if (other.over === 0n) throw new RangeError("Division by zero");
    const sign = other.over < 0n ? -1n : 1n;
    return Fraction.reduced(sign * this.over * other.under, sign * this.under * other.over);
  }

  /** Negative, 0 or positive. */
  compare(other: Fraction): number {
    const difference = this.over * other.under - other.over * this.under;
    if (difference === 0n) return 0;
    return difference < 0n ? -1 : 1;
  }

  isZero(): boolean {
    return this.over === 0n;
  }

  /** The nearest double, to 15 digits at least. */
  toNumber(): number {
    const scaled = this.over * 10n ** 30n / this.under;
    return Number(`${scaled}e-30`);
  }

  private static reduced(over: bigint, under: bigint): Fraction {
    let [a, b] = [over < 0n ? -over : over, under];
    while (b > 0n) [a, b] = [b, a % b];
    return a > 1n ? new Fraction(over / a, under / a) : new Fraction(over, under);
  }
}
