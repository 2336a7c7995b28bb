import { MESSAGES } from '@natim/contract/messages'
import { USERNAME_LENGTH } from '@natim/domain/validators'
import type { Rule } from 'antd/es/form'
import { requiredTextRules } from './text-rules.ts'

/** Rules of the account fields a user fills in (spec §5), for antd's forms. */

export const mobileRules: Rule[] = requiredTextRules('mobile')

export const smsCodeRules: Rule[] = [
  { required: true, message: '请输入短信验证码' },
  { pattern: /^\d{6}$/, message: '验证码为 6 位数字' },
]

/** D-01: the rule is 4 to 18; the message is the specification's. */
export const usernameRules: Rule[] = requiredTextRules('username')
export const USERNAME_HINT = `${USERNAME_LENGTH.min}-${USERNAME_LENGTH.max} 位字母、数字或下划线`

export const PASSWORD_HINT = '至少 8 个字符，须同时含字母、数字和符号'

/** Pattern used by the family's forms (contract/10 §4.2); the server's own policy is checked there. */
export const passwordRules: Rule[] = [
  { required: true, message: MESSAGES['password.newRequired'] },
  { pattern: /^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z\d]).{8,128}$/, message: PASSWORD_HINT },
]

/** Repeated password; revalidated when the first field changes (`dependencies`). */
export const repeatRules = (field: string): Rule[] => [
  { required: true, message: MESSAGES['password.confirmRequired'] },
  ({ getFieldValue }) => ({
    validator: (_, value) =>
      !value || value === getFieldValue(field)
        ? Promise.resolve()
        : Promise.reject(new Error(MESSAGES['password.differs'])),
  }),
]
