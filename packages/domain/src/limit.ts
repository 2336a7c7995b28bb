/** Families of published limits (domain §3.7). */
export type LimitKind =
  | 'GB3095'
  | 'IAQI_BP'
  | 'AEGL'
  | 'HJ169'
  | 'IDLH'
  | 'ERPG'
  | 'OEL_MAC'
  | 'OEL_TWA'
  | 'OEL_STEL'
  | 'OIL'
  | 'DOSE'
  | 'CLIN'
  | 'OWN'

/** A = read in the standard or two independent sources, B = one good source, own = our design value. */
export type Confidence = 'A' | 'B' | 'own'

/** 1 特别重大 … 5 提示. */
export type Severity = 1 | 2 | 3 | 4 | 5

/** The more severe of two, which has the smaller number. */
export const graver = (one: Severity, other: Severity): Severity => (one < other ? one : other)

/** The less severe of two. */
export const milder = (one: Severity, other: Severity): Severity => (one < other ? other : one)

/** What a limit applies to: `day8h` = daily maximum of the running 8 h mean, `instant` = a single reading. */
export type AvgPeriod =
  | 'instant'
  | '10min'
  | '15min'
  | '30min'
  | '60min'
  | '1h'
  | '4h'
  | '8h'
  | 'day8h'
  | 'day'
  | 'quarter'
  | 'month'
  | 'year'
  | '7d'
  | 'life'

/** A versioned group of published limits. Days are GMT+8 and inclusive. */
export interface LimitSet {
  readonly code: string
  readonly name: string
  readonly standardNo: string
  /** `yyyy-MM-dd`; `1970-01-01` for a publication without a legal start date. */
  readonly validFrom: string
  /** `yyyy-MM-dd`; undefined = until further notice. */
  readonly validTo: string | undefined
  /** Source of the figures, for pages that print them. */
  readonly source: string
  readonly confidence: Confidence
}

/** One published figure, in the unit it was published in. */
export interface Limit {
  /** Stable: composed of set, kind, metric, level, period and grade. */
  readonly id: string
  readonly setCode: string
  readonly metricCode: string
  readonly kind: LimitKind
  /** `2` for AEGL-2, `终点-1`, an IAQI value, the name of a dose limit; empty where the kind has no levels. */
  readonly level: string
  /** Functional zone 一类 = 1, 二类 = 2 (GB 3095 only). */
  readonly grade: 1 | 2 | undefined
  readonly avgPeriod: AvgPeriod
  /** The limit is reached when `mean op value` holds. */
  readonly op: '>' | '>='
  readonly value: number
  readonly unit: string
  readonly severity: Severity | undefined
  readonly confidence: Confidence
  readonly note: string | undefined
}
