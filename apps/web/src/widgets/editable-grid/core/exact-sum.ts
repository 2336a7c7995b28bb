/** A decimal as an integer and its number of decimal places: `-1.25` is -125 with 2. */
interface Decimal {
  readonly digits: bigint
  readonly places: number
}

/** Larger exponents are not counted. */
const MAX_EXPONENT = 400
const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i
const pow10 = (exponent: number) => 10n ** BigInt(exponent)

function toDecimal(value: unknown): Decimal | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(String(value ?? '').trim()) ?? []
  if (whole + fraction === '' || Math.abs(Number(exponent)) > MAX_EXPONENT) return undefined
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`)
  const places = fraction.length - Number(exponent)
  return places < 0 ? { digits: digits * pow10(-places), places: 0 } : { digits, places }
}

/**
 * Fast path for decimals whose digits are exact as a number: nearly all are, and a hundred thousand may be added at
 * once.
 */
function shortDecimal(value: unknown): { digits: number; places: number } | undefined {
  if (typeof value !== 'number') return undefined
  if (Number.isSafeInteger(value)) return { digits: value, places: 0 }
  const text = String(value)
  const point = text.indexOf('.')
  const digits = Number(text.slice(0, point) + text.slice(point + 1))
  return point > 0 && Number.isSafeInteger(digits) ? { digits, places: text.length - point - 1 } : undefined
}

/** Text of a decimal without trailing zeros. */
function toText(digits: bigint, places: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0')
  const fraction = places === 0 ? '' : text.slice(-places).replace(/0+$/, '')
  const whole = places === 0 ? text : text.slice(0, -places)
  const isNegative = digits < 0n && /[1-9]/.test(text)
  return `${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/** Decimals of an average beyond those of its values. */
const AVERAGE_PLACES = 2

/**
 * Exact incremental sum of decimals (D-37): adds and removes values, so that a column is updated by the one value that
 * changed. Non-numbers are not counted.
 */
export function createExactSum() {
  /** Integer sums by number of decimals: plain numbers while exact, then bigints. */
  const small = new Map<number, number>()
  const big = new Map<number, bigint>()
  let count = 0

  function put(digits: bigint, places: number): void {
    big.set(places, (big.get(places) ?? 0n) + digits)
  }
  function change(value: unknown, by: 1 | -1): void {
    const decimal = shortDecimal(value) ?? toDecimal(value)
    if (decimal === undefined) return
    const { digits, places } = decimal
    count += by
    if (typeof digits === 'number') {
      const next = (small.get(places) ?? 0) + digits * by
      if (Number.isSafeInteger(next)) {
        small.set(places, next)
        return
      }
    }
    put(BigInt(digits) * BigInt(by), places)
  }
  function total(): Decimal {
    const parts = [...big, ...[...small].map(([places, digits]) => [places, BigInt(digits)] as const)]
    const places = Math.max(0, ...parts.map(([own]) => own))
    return { places, digits: parts.reduce((sum, [own, digits]) => sum + digits * pow10(places - own), 0n) }
  }

  return {
    add: (value: unknown) => change(value, 1),
    subtract: (value: unknown) => change(value, -1),
    /** Sum as text, exact. */
    sum(): string {
      const { digits, places } = total()
      return toText(digits, places)
    },
    /** Mean as text, rounded half up two decimals beyond its values; undefined without values. */
    average(): string | undefined {
      if (count === 0) return undefined
      const { digits, places } = total()
      const scaled = digits * pow10(AVERAGE_PLACES)
      const size = scaled < 0n ? -scaled : scaled
      const rounded = (size * 2n + BigInt(count)) / (2n * BigInt(count))
      return toText(scaled < 0n ? -rounded : rounded, places + AVERAGE_PLACES)
    },
  }
}
export type ExactSum = ReturnType<typeof createExactSum>
