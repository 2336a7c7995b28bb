import { create } from 'zustand'
import type { OpenableNotice } from './openable-notice.ts'

/** The open announcement; bell, card and list all open it here. */
export const useNoticeDesk = create<{ readonly open: OpenableNotice | undefined }>(() => ({ open: undefined }))

export const showNotice = (notice: OpenableNotice): void => useNoticeDesk.setState({ open: notice })
export const hideNotice = (): void => useNoticeDesk.setState({ open: undefined })
