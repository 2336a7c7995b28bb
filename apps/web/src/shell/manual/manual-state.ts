import { create } from 'zustand'

export interface ManualProps {
  /** Component of the page in front, or its address where no menu item leads to it. */
  readonly place: string
}

/** Whether the manual stands open; keys and the user menu open it, the layout draws it. */
export const useManual = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const openManual = (): void => useManual.setState({ isOpen: true })
export const closeManual = (): void => useManual.setState({ isOpen: false })
