import { thirdSource } from '@natim/contract/system/third-login'
import { z } from 'zod'

const url = z.url({ protocol: /^https?$/, error: 'needs addresses that start with http:// or https://' })

/** An OAuth 2 or OpenID Connect provider with the authorization code flow. */
const thirdLogin = z.strictObject({
  /** Used in paths: `/sys/thirdLogin/render/{source}`. */
  source: thirdSource,
  /** Label of its button. */
  title: z.string().min(1).max(32),
  clientId: z.string().min(1).max(256),
  clientSecret: z.string().min(1).max(1_024),
  authorizeUrl: url,
  tokenUrl: url,
  userInfoUrl: url,
  scope: z.string().max(256).default('openid profile'),
})
export type ThirdLogin = z.output<typeof thirdLogin>

const isUnique = (logins: readonly ThirdLogin[]) => new Set(logins.map(({ source }) => source)).size === logins.length
const MESSAGE =
  'must be a JSON array of {source,title,clientId,clientSecret,authorizeUrl,tokenUrl,userInfoUrl,scope}, each source once'

/** Parses THIRD_LOGIN; error messages do not repeat its value, which contains secrets. */
export const thirdLogins = z.string().transform((value, context): readonly ThirdLogin[] => {
  if (value.trim() === '') return []
  const parsed = z.array(thirdLogin).safeParse(jsonOf(value))
  if (parsed.success && isUnique(parsed.data)) return parsed.data
  context.addIssue({ code: 'custom', message: MESSAGE })
  return z.NEVER
})

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
