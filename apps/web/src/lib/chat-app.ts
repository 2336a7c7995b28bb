/** Whether the console runs inside a chat app (企业微信, 钉钉), whose own sign-in is used there (D-14). */
export const isChatApp = (userAgent: string = navigator.userAgent): boolean => /wxwork|dingtalk/i.test(userAgent)
