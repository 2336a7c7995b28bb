import type { JsonSchema } from '@natim/contract/doc/json-schema'
import type { ReactNode } from 'react'
import { apiUrl } from '@/lib/config.ts'
import { Panel } from '@/ui/panel.tsx'
import { Tag } from '@/ui/tag.tsx'
import { CopyButton } from '@/widgets/copyable/copyable.tsx'
import styles from './api-docs.module.css'
import { type ApiCall, curlOf, exampleText, resultOf } from './api-document.ts'
import { Method } from './method.tsx'
import { schemaRows, typeText } from './schema-rows.ts'

const ACCESS: Readonly<Record<string, string>> = { public: '公开', signedIn: '登录即可' }

/** Parameters, body and response of a call, each with an example. */
export function CallView({ call }: { readonly call: ApiCall }) {
  const { method, path, access, parameters, body, answer } = call
  const result = resultOf(answer)
  return (
    <Panel className={styles.view ?? ''}>
      <article aria-label={call.key}>
        <header className={styles.head}>
          <Method name={method} />
          <h2 className={styles.path}>{path}</h2>
          <CopyButton text={path} label="复制路径" />
        </header>
        <p className={styles.access}>
          <span className="t-secondary">访问权限</span>
          <Tag tone={access === 'public' ? 'warning' : 'neutral'}>{ACCESS[access] ?? access}</Tag>
        </p>
        {parameters.length > 0 && (
          <Part title="参数">
            <Fields
              schema={parametersSchema(parameters)}
              placeOf={(name) => (parameters.find((it) => it.name === name)?.in === 'path' ? '路径' : '查询')}
            />
          </Part>
        )}
        {body && (
          <Part title="请求体" note="application/json">
            <Schema schema={body} />
          </Part>
        )}
        <Part title="应答" note={result?.isWrapped ? '在 result 中，外层为 success、message、code、timestamp' : ''}>
          {result ? <Schema schema={result.schema} /> : <p className="t-secondary">文件或文本，不是 JSON。</p>}
        </Part>
        <Part title="示例">
          <Code text={curlOf(call, new URL(apiUrl(''), location.href).href)} label="复制 curl 命令" />
        </Part>
      </article>
    </Panel>
  )
}

function parametersSchema(parameters: ApiCall['parameters']): JsonSchema {
  return {
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

function Part({
  title,
  note = '',
  children,
}: {
  readonly title: string
  readonly note?: string
  readonly children: ReactNode
}) {
  return (
    <section className={styles.part}>
      <h3 className={styles.partTitle}>
        {title}
        {note && <span className="t-caption">{note}</span>}
      </h3>
      {children}
    </section>
  )
}

/** The properties of an object, otherwise its type, and an example value. */
function Schema({ schema }: { readonly schema: JsonSchema }) {
  return (
    <>
      {schemaRows(schema).length > 0 ? <Fields schema={schema} /> : <p className={styles.plain}>{typeText(schema)}</p>}
      <Code text={exampleText(schema)} label="复制示例" />
    </>
  )
}

interface FieldsProps {
  readonly schema: JsonSchema
  readonly placeOf?: (name: string) => string
}

function Fields({ schema, placeOf }: FieldsProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.fields}>
        <thead>
          <tr>
            <th scope="col">名称</th>
            {placeOf && <th scope="col">位置</th>}
            <th scope="col">类型</th>
            <th scope="col">必填</th>
            <th scope="col">说明</th>
          </tr>
        </thead>
        <tbody>
          {schemaRows(schema).map(({ path, name, depth, type, isRequired, rules }) => (
            <tr key={path}>
              <td className={styles.name} style={{ paddingInlineStart: 8 + depth * 16 }}>
                {name}
              </td>
              {placeOf && <td>{depth === 0 ? placeOf(name) : ''}</td>}
              <td className={styles.type}>{type}</td>
              <td>{isRequired ? '是' : '—'}</td>
              <td>{rules || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className={styles.code}>
      <div className={styles.scroller} tabIndex={0} role="region" aria-label={`${label.replace('复制', '')}，可滚动`}>
        <pre>{text}</pre>
      </div>
      <span className={styles.codeTools}>
        <CopyButton text={text} label={label} />
      </span>
    </div>
  )
}
