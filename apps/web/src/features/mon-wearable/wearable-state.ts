import { BOARD_FILTERS, type BoardFilter } from '@natim/contract/mon/wearable'

export interface LinkState {
  /** Of a link it may be anything, see `tabOf`. */
  readonly tab: Tab
  /** See `filterOf`. */
  readonly filter: BoardFilter
  readonly unit: string
  readonly q: string
  readonly page: number
  /** Shows codes and exact times, with the permission; each such read is logged. */
  readonly isOpen: boolean
  /** Binding whose wearer is open beside the board. */
  readonly id: string
}

export const DEFAULTS: LinkState = { tab: 'board', filter: 'all', unit: '', q: '', page: 1, isOpen: false, id: '' }

export const TABS = { board: '看板', cohort: '群体', hygiene: '设备卫生' } as const
export type Tab = keyof typeof TABS

export const tabOf = (text: Tab): Tab => (text in TABS ? text : 'board')
export const filterOf = (text: BoardFilter): BoardFilter => (text in BOARD_FILTERS ? text : 'all')
