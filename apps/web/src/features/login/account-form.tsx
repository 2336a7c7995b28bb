import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { ApiError } from '@/lib/api/api-error.ts'
import { signInByAccount } from '@/lib/session/sign-in.ts'
import { useSite } from '@/lib/site.ts'
import { PlainButton } from '@/ui/plain/plain-button.tsx'
import { PlainField } from '@/ui/plain/plain-field.tsx'
import { SliderCheck } from '@/widgets/slider-check/slider-check.tsx'
import { CaptchaField, useCaptcha } from './captcha.tsx'
import styles from './login-form.module.css'
import type { EntranceControl } from './use-entrance.tsx'

const CAPTCHA_WRONG = 412
/** After this many failed attempts the slider is shown before the button (D-43). */
const SLIDER_AFTER = 3

type FieldName = 'username' | 'password' | 'captcha'

const MISSING: Readonly<Record<FieldName, string>> = {
  username: '请输入账号',
  password: '请输入密码',
  captcha: '请输入验证码',
}

const WITHOUT: readonly FieldName[] = ['username', 'password']
const WITH_CAPTCHA: readonly FieldName[] = [...WITHOUT, 'captcha']

export interface AccountFormProps {
  readonly entrance: EntranceControl
  /** Prefilled after a registration or a password reset. */
  readonly username?: string | undefined
  /** Shown at the right of 自动登录. */
  readonly extra?: ReactNode
}

/** Typed values, and the fields left empty at the last attempt until they are edited. */
function useFields(username: string, names: readonly FieldName[]) {
  const [fields, setFields] = useState({ username, password: '', captcha: '' })
  const [missing, setMissing] = useState<ReadonlySet<FieldName>>(new Set())
  return {
    fields,
    clear: (name: FieldName) => setFields((typed) => ({ ...typed, [name]: '' })),
    /** Marks empty fields. @returns the first of them */
    check: () => {
      const empty = names.filter((name) => (name === 'password' ? fields[name] : fields[name].trim()) === '')
      setMissing(new Set(empty))
      return empty[0]
    },
    field: (name: FieldName) => ({
      name,
      value: fields[name],
      error: missing.has(name) ? MISSING[name] : undefined,
      onChange: ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) => {
        setFields({ ...fields, [name]: value })
        setMissing((others) => new Set([...others].filter((other) => other !== name)))
      },
    }),
  }
}

/** Account sign-in. A failed attempt keeps the input, shows the reason and loads a new captcha. */
export function AccountForm({ entrance, username = '', extra }: AccountFormProps) {
  const [remember, setRemember] = useState(true)
  const [refusals, setRefusals] = useState(0)
  // Failure count at which the slider was last passed: each further failure requires it again.
  const [passedAt, setPassedAt] = useState(0)
  const { captcha: isCaptchaWanted, isLoaded } = useSite()
  const isCaptchaOn = isLoaded && isCaptchaWanted
  const captcha = useCaptcha(isCaptchaOn)
  const { fields, field, check, clear } = useFields(username, isCaptchaOn ? WITH_CAPTCHA : WITHOUT)
  const form = useRef<HTMLFormElement>(null)
  const needsSlider = refusals >= SLIDER_AFTER && passedAt < refusals

  const input = (name: FieldName) => form.current?.elements.namedItem(name) as HTMLInputElement | null

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (entrance.isBusy || needsSlider) return
    const empty = check()
    if (empty !== undefined) {
      input(empty)?.focus()
      return
    }
    const proof = isCaptchaOn ? { captcha: fields.captcha, checkKey: captcha.key } : {}
    const failure = await entrance.submit(() =>
      signInByAccount({ username: fields.username, password: fields.password, remember_me: remember, ...proof }),
    )
    if (failure !== undefined) refuse(failure)
  }

  function refuse(error: ApiError): void {
    setRefusals((count) => count + 1)
    // A captcha is valid for one attempt (security §2).
    captcha.reload()
    clear('captcha')
    if (error.code === CAPTCHA_WRONG) input('captcha')?.focus()
    else input('password')?.select()
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <PlainField
        label="账号"
        icon="user"
        autoComplete="username"
        maxLength={64}
        // The page has one purpose; whoever opens it is about to type here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...field('username')}
      />
      <PlainField
        label="密码"
        icon="lock"
        isSecret
        autoComplete="current-password"
        maxLength={128}
        {...field('password')}
      />
      {isCaptchaOn && <CaptchaField captcha={captcha} {...field('captcha')} />}
      {refusals >= SLIDER_AFTER && (
        <div className={styles.slider}>
          <SliderCheck key={refusals} onSuccess={() => setPassedAt(refusals)} />
        </div>
      )}
      <div className={styles.options}>
        <label className={styles.remember}>
          <input
            type="checkbox"
            checked={remember}
            onChange={({ currentTarget: { checked } }) => setRemember(checked)}
          />
          自动登录
        </label>
        {extra}
      </div>
      <PlainButton isPrimary type="submit" className={styles.submit} isBusy={entrance.isBusy} disabled={needsSlider}>
        登录
      </PlainButton>
    </form>
  )
}
