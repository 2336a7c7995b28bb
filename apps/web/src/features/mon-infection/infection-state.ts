import { INFECTION_SPANS } from '@natim/contract/mon/infection'

export interface LinkState {
  readonly days: number
  /** Day of the table; empty = the current one. */
  readonly date: string
  /** City of the curve; empty = the first of the table. */
  readonly city: string
}

export const DEFAULTS: LinkState = { days: 14, date: '', city: '' }

export type Span = (typeof INFECTION_SPANS)[number]
export const spanOf = (days: number): Span => INFECTION_SPANS.find((span) => span === days) ?? 14

export const queryOf = ({ days, date, city }: LinkState) => ({
  days: spanOf(days),
  ...(date !== '' && { date }),
  ...(city !== '' && { regionCode: city }),
})
