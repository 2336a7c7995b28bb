import { create } from 'zustand'

/** Account dialogs that several places open; rendered once, beside the user menu. */
export type SessionDialog = 'password' | 'depart'

export const useSessionDialog = create<{ readonly open: SessionDialog | undefined }>(() => ({ open: undefined }))

export const openPasswordDialog = (): void => useSessionDialog.setState({ open: 'password' })
export const openDepartDialog = (): void => useSessionDialog.setState({ open: 'depart' })
export const closeSessionDialog = (): void => useSessionDialog.setState({ open: undefined })
