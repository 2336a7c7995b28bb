import { checkEndpoints } from '@natim/contract/system/check'
import { type CheckRuleRow } from '@natim/contract/system/check-rule.resource'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { call } from '@/lib/api/http.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'

export interface TestDialogProps {
  readonly rule: CheckRuleRow | undefined
  readonly onClose: () => void
}

type Verdict = { readonly type: 'success' | 'error'; readonly text: string }

/** Tests values against the stored rule. */
export function TestDialog({ rule, onClose }: TestDialogProps) {
  const [verdict, setVerdict] = useState<Verdict>()
  const [isAsking, setIsAsking] = useState(false)
  const test = async (value: string) => {
    setIsAsking(true)
    try {
      const query = { ruleCode: rule?.ruleCode ?? '', value: encodeURIComponent(value) }
      await call(checkEndpoints.rule, { query }, { silent: true })
      setVerdict({ type: 'success', text: '校验通过！' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setVerdict({ type: 'error', text: error.message })
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <Dialog
      open={rule !== undefined}
      title={`测试规则：${rule?.ruleName ?? ''}`}
      width={520}
      mask={{ closable: true }}
      footer={<Button onClick={onClose}>关闭</Button>}
      onCancel={onClose}
      afterClose={() => setVerdict(undefined)}
      destroyOnHidden
    >
      <Form layout="vertical" onFinish={({ value = '' }: { readonly value?: string }) => void test(value)}>
        <Form.Item name="value" label="要校验的值" extra={rule?.ruleDescription}>
          <Input maxLength={4_096} onChange={() => setVerdict(undefined)} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isAsking}>
          校验
        </Button>
      </Form>
      <div aria-live="polite" style={{ marginBlockStart: 16 }}>
        {verdict && <Alert type={verdict.type} showIcon title={verdict.text} />}
      </div>
    </Dialog>
  )
}
