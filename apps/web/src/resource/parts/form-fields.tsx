import { NO_VALUE } from '@natim/domain/format'
import { Form } from 'antd'
import { use } from 'react'
import { FieldLabel } from '@/lib/field-label.ts'
import { EditorContext } from '../context.ts'
import { fieldOf, type Resource } from '../define-resource.ts'
import { fieldRules } from '../form-schema.ts'
import { textWidget } from '../inputs/text-inputs.tsx'
import styles from './form-fields.module.css'

export interface FormFieldsProps {
  readonly resource: Resource
  readonly keys: readonly string[]
  /** Read-only keys. */
  readonly locked?: readonly string[]
}

/** Fields of a resource's form; marks, lengths and rules come from its schema. Must be inside an antd Form. */
export function FormFields({ resource, keys, locked = [] }: FormFieldsProps) {
  return (
    <div className={styles.grid}>
      {keys.map((key) => (
        <FormField key={key} resource={resource} name={key} isLocked={locked.includes(key)} />
      ))}
    </div>
  )
}

interface FormFieldProps {
  readonly resource: Resource
  readonly name: string
  readonly isLocked: boolean
}

function FormField({ resource, name, isLocked }: FormFieldProps) {
  const isLookedAt = use(EditorContext)?.isReadOnly === true
  const field = fieldOf(resource, name)
  const rules = fieldRules(resource.form, name)
  if (!field || !rules) return null
  const { Control, kind } = field.widget ?? textWidget
  const wanted = `请${kind === 'text' ? '输入' : '选择'}${field.label}`
  const placeholder = isLookedAt ? NO_VALUE : wanted
  return (
    <FieldLabel value={field.label}>
      <Form.Item
        className={field.isWide ? styles.wide : undefined}
        name={name}
        label={field.label}
        required={rules.isRequired}
        extra={field.help}
        validateFirst
        rules={[
          {
            validator: (_rule, value: unknown) => {
              const problem = rules.check(value, wanted)
              return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem))
            },
          },
        ]}
      >
        <Control
          placeholder={placeholder}
          maxLength={rules.maxLength}
          disabled={isLocked || undefined}
          allowClear={!rules.isRequired && rules.initial === undefined}
        />
      </Form.Item>
    </FieldLabel>
  )
}
