import { WxError } from './gateway.ts'

interface Meaning {
  readonly text: string
  /** A retry may help. */
  readonly isPassing?: true
}

/** Meaning of the account's errcodes, for users. Source: the account's list of global return codes. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  [-1]: { text: '公众号系统繁忙，稍后再试', isPassing: true },
  40_001: { text: '公众号凭证无效，请检查 AppSecret', isPassing: true },
  40_007: { text: '公众号不认识这个素材' },
  40_013: { text: '公众号 AppID 无效' },
  40_125: { text: '公众号 AppSecret 无效' },
  40_164: { text: '本机地址不在公众号的 IP 白名单中' },
  42_001: { text: '公众号凭证已过期', isPassing: true },
  43_004: { text: '对方未关注公众号，无法回复' },
  45_003: { text: '标题超出公众号的长度限制' },
  45_004: { text: '摘要超出公众号的长度限制' },
  45_009: { text: '公众号接口今日调用次数已达上限', isPassing: true },
  45_011: { text: '公众号接口调用太频繁，稍后再试', isPassing: true },
  45_015: { text: '对方超过 48 小时未互动，无法回复' },
  45_047: { text: '对该用户的回复条数已达上限' },
  48_001: { text: '公众号没有这个接口的权限' },
  53_503: { text: '草稿未通过公众号的发布检查' },
  53_504: { text: '需到公众平台官网使用这份草稿' },
  53_505: { text: '需到公众平台官网手动保存后再发布' },
}

/** The token is invalid or expired: retried once with a new one. */
export const STALE_TOKEN = [40_001, 40_014, 42_001]

/** @param code an errcode other than 0 */
export function wxErrorOf(code: number): WxError {
  const { text, isPassing = false } = MEANINGS[code] ?? { text: `公众号返回错误 ${code}` }
  return new WxError(text, { code, isPassing })
}
