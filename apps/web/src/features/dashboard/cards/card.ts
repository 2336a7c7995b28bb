import type { HomeSummary } from '@natim/contract/mon/home'

/** What every card of the dashboard is given. */
export interface CardProps {
  readonly home: HomeSummary
  /** Region prefix; undefined = all that the user sees. */
  readonly region: string | undefined
  /** The summary is being read again. */
  readonly isBusy: boolean
  readonly isPaused: boolean
}
