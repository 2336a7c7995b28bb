import { create } from 'zustand'

export interface ManualProps {
  /** Component of the current page, or its address when it has no menu item. */
  readonly place: string
}

/** Whether the manual is open; set by keys and the user menu, read by the layout. */
export const useManual = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const openManual = (): void => useManual.setState({ isOpen: true })
export const closeManual = (): void => useManual.setState({ isOpen: false })
