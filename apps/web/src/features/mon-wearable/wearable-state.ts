import { BOARD_FILTERS, type BoardFilter } from '@natim/contract/mon/wearable'

export interface LinkState {
  readonly tab: string
  readonly filter: string
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

export const tabOf = (text: string): Tab => (text in TABS ? (text as Tab) : 'board')
export const filterOf = (text: string): BoardFilter => (text in BOARD_FILTERS ? (text as BoardFilter) : 'all')
