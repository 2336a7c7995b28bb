import { sessionEndpoints } from '@natim/contract/system/session'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../lib/api/http.ts'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import { PlainField, type PlainFieldProps } from '../../ui/plain/plain-field.tsx'
import styles from './login-form.module.css'

interface Captcha {
  readonly key: number
  readonly picture: string | undefined
  readonly isFailed: boolean
  readonly reload: () => void
}

/** A captcha picture and its key: the epoch ms of the request, as the product family's clients send it. */
export function useCaptcha(isEnabled: boolean): Captcha {
  const [key, setKey] = useState(Date.now)
  // Null = loading failed.
  const [loaded, setLoaded] = useState<{ readonly key: number; readonly picture: string | null }>()
  const reload = useCallback(() => setKey((previous) => Math.max(Date.now(), previous + 1)), [])
  useEffect(() => {
    if (!isEnabled) return
    const abort = new AbortController()
    call(sessionEndpoints.captcha, { params: { key: String(key) } }, { silent: true, signal: abort.signal })
      .then((picture) => setLoaded({ key, picture }))
      .catch(() => !abort.signal.aborted && setLoaded({ key, picture: null }))
    return () => abort.abort()
  }, [isEnabled, key])
  const current = loaded?.key === key ? loaded.picture : undefined
  return { key, picture: current ?? undefined, isFailed: current === null, reload }
}

export interface CaptchaFieldProps extends Pick<PlainFieldProps, 'name' | 'value' | 'error' | 'onChange'> {
  readonly captcha: Captcha
}

/** The captcha input and its picture. */
export function CaptchaField({ captcha, ...field }: CaptchaFieldProps) {
  return (
    <div className={styles.captcha}>
      <PlainField label="验证码" icon="shield" autoComplete="off" maxLength={8} {...field} />
      <CaptchaPicture captcha={captcha} />
    </div>
  )
}

function CaptchaPicture({ captcha }: { readonly captcha: Captcha }) {
  const { picture, isFailed, reload } = captcha
  return (
    <PlainButton className={styles.picture} onClick={reload} aria-label="换一张验证码" title="看不清？换一张">
      {isFailed ? '加载失败，重试' : picture && <img src={picture} alt="验证码图片" />}
    </PlainButton>
  )
}
