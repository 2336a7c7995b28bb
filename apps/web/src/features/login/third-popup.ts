import {
  THIRD_LOGIN_BIND_PREFIX,
  THIRD_LOGIN_FAILED,
  type ThirdLoginChoice,
  thirdLoginChoice,
} from '@natim/contract/system/third-login'
import { apiUrl } from '@/lib/config.ts'

/** Message that the page with the provider's answer posts to its opener (contract/10 §5). */
export type ThirdAnswer =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'phone'; readonly uuid: string }
  | { readonly kind: 'choice'; readonly choice: ThirdLoginChoice }

/** Parses a posted message; undefined for foreign ones, such as those of browser extensions. */
function readAnswer(data: unknown): ThirdAnswer | undefined {
  if (typeof data === 'string') {
    if (data === THIRD_LOGIN_FAILED) return { kind: 'failed' }
    if (data.startsWith(THIRD_LOGIN_BIND_PREFIX)) {
      return { kind: 'phone', uuid: data.slice(THIRD_LOGIN_BIND_PREFIX.length) }
    }
    return /^[\w.-]{1,128}$/.test(data) ? { kind: 'token', token: data } : undefined
  }
  const choice = thirdLoginChoice.safeParse(data)
  return choice.success ? { kind: 'choice', choice: choice.data } : undefined
}

const FEATURES = 'popup,width=520,height=680'

/**
 * Opens the provider in a popup and waits for its answer. Only messages from that window and from the origin of our API
 * are accepted. Returns a function that stops waiting; undefined when the browser blocked the popup.
 */
export function openProvider(source: string, onAnswer: (answer: ThirdAnswer) => void): (() => void) | undefined {
  const address = new URL(apiUrl(`sys/thirdLogin/render/${encodeURIComponent(source)}`), window.location.href)
  const popup = window.open(address.href, `third-login-${source}`, FEATURES)
  if (popup === null) return undefined
  const listen = (event: MessageEvent<unknown>) => {
    if (event.origin !== address.origin || event.source !== popup) return
    const answer = readAnswer(event.data)
    if (answer === undefined) return
    stop()
    onAnswer(answer)
  }
  const stop = () => window.removeEventListener('message', listen)
  window.addEventListener('message', listen)
  return stop
}
