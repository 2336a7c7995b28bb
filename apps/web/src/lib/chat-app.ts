/** Whether the console runs inside a chat app (企业微信, 钉钉), where that app's sign-in is used (D-14). */
export const isChatApp = (userAgent: string = navigator.userAgent): boolean => /wxwork|dingtalk/i.test(userAgent)
