import type { HomeSummary } from '@natim/contract/mon/home'

/** Props of every card of the dashboard. */
export interface CardProps {
  readonly home: HomeSummary
  /** Region prefix; undefined = everything the user may see. */
  readonly region: string | undefined
  /** The summary is being reloaded. */
  readonly isBusy: boolean
  readonly isPaused: boolean
}
