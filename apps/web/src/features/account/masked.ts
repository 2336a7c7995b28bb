/** `138****2761` (design §9); a number too short to mask keeps its first character. */
export const maskedPhone = (phone: string): string =>
  phone.length >= 8 ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : `${phone.slice(0, 1)}****`

/** `z****@natim.cn` */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? `${email.slice(0, 1)}****` : `${email.slice(0, 1)}****${email.slice(at)}`
}
