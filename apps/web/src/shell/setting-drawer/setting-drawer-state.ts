import { create } from 'zustand'

/** Whether the drawer 系统设置 is open; set by the user menu, read by the layout. */
export const useSettingDrawer = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const openSettingDrawer = (): void => useSettingDrawer.setState({ isOpen: true })
export const closeSettingDrawer = (): void => useSettingDrawer.setState({ isOpen: false })
