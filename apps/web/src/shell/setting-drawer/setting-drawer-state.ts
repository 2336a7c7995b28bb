import { create } from 'zustand'

/** Whether the drawer 系统设置 stands open; the user menu opens it, the layout draws it. */
export const useSettingDrawer = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const openSettingDrawer = (): void => useSettingDrawer.setState({ isOpen: true })
export const closeSettingDrawer = (): void => useSettingDrawer.setState({ isOpen: false })
