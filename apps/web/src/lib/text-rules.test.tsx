import { render } from '@testing-library/react'
import { Form, type FormInstance, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { expect, it } from 'vitest'
import { choiceRule, lengthRule, requiredTextRules, textRule } from './text-rules.ts'

/** First message of a form with these rules for a value, undefined when it is valid. */
async function messageFor(rules: Rule[], value: unknown): Promise<string | undefined> {
  const holder: { form?: FormInstance } = {}
  function Host() {
    const [form] = Form.useForm()
    holder.form = form
    return (
      <Form form={form} initialValues={{ field: value }}>
        <Form.Item name="field" rules={rules} validateFirst>
          <Input />
        </Form.Item>
      </Form>
    )
  }
  const { unmount } = render(<Host />)
  await holder.form?.validateFields().catch(() => {})
  const [message] = holder.form?.getFieldError('field') ?? []
  unmount()
  return message
}

it.each([
  ['VA-01', 'mobile', '', '请输入手机号'],
  ['VA-01', 'mobile', '1380000000', '请输入正确手机号'],
  ['VA-01', 'mobile', '13800000000', undefined],
  ['VA-04', 'username', '   ', '请输入用户名'],
  ['VA-04', 'username', 'a-b', '只允许字母、数字、下划线'],
  ['VA-04', 'username', 'abc', '长度6到18个字符'],
  ['VA-04', 'username', 'abcd', undefined],
] as const)('[%s] a required %s: «%s»', async (_row, shape, value, message) => {
  expect(await messageFor(requiredTextRules(shape), value)).toBe(message)
})

it.each([
  ['VA-21', 'letters', 'a1', '只能输入英文字母'],
  ['VA-21', 'landline', '12345', '请输入正确的固定电话，如 010-12345678'],
  ['VA-21', 'bankCard', '012', '银行卡号为 10 到 20 位数字，首位不为 0'],
  ['VA-21', 'idNumber', 'A-1', '证件号码最多 50 位字母或数字'],
  ['VA-21', 'nationalId', '123', '请输入正确的身份证号码'],
  ['VA-21', 'qq', '012345', 'QQ 号为 5 到 12 位数字，首位不为 0'],
  ['VA-21', 'url', 'a.cn', '请输入以 http:// 或 https:// 开头的网址'],
  ['VA-21', 'alphanumeric', 'a_b', '最多 20 位字母或数字'],
  ['VA-21', 'name', '张3', '请输入 2 到 100 位汉字、字母或空格'],
  ['VA-21', 'digitsAndBreaks', '1,2', '只能输入数字和换行'],
  ['VA-21', 'anyText', 'x'.repeat(256), '最多 255 个字符'],
] as const)('[%s] describes in Chinese what a %s is: «%s»', async (_row, shape, value, message) => {
  expect(await messageFor([textRule(shape)], value)).toBe(message)
  expect(await messageFor([textRule(shape)], '')).toBeUndefined()
})

it('fills the bounds into the messages', async () => {
  expect(await messageFor([lengthRule({ min: 6, max: 8 })], 'abc')).toBe('最小长度6位字符')
  expect(await messageFor([lengthRule({ min: 6, max: 8 })], 'abcdefghi')).toBe('最大长度8位字符')
  expect(await messageFor([choiceRule({ min: 1, max: 2 })], undefined)).toBe('最少选择1项')
  expect(await messageFor([choiceRule({ min: 1, max: 2 })], ['a', 'b', 'c'])).toBe('最多选择2项')
})
