/** Sections of the account settings, in display order. Ids are those of their elements. */
export const SECTIONS = [
  { id: 'account-base', title: '基本资料' },
  { id: 'account-security', title: '安全设置' },
  { id: 'account-look', title: '个性化' },
  { id: 'account-binding', title: '账号绑定' },
  { id: 'account-notice', title: '消息通知' },
  { id: 'account-alarm', title: '报警通知' },
] as const

export type SectionId = (typeof SECTIONS)[number]['id']
