import { Button } from 'antd'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ApiError } from '../lib/api/api-error.ts'
import styles from './error-boundary.module.css'

interface Props {
  readonly children: ReactNode
  /** A change of it clears the error: another page, or a refreshed tab. */
  readonly resetKey?: string
}
interface State {
  readonly error: Error | undefined
  readonly resetKey: string | undefined
}

const CHUNK_FAILURE = /dynamically imported module|Importing a module script failed|error loading/i

/** One broken page leaves the shell alive (style 2.9). */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // The browser's own log is where a developer looks first; there is no user text in it.
    reportError(new Error(`Page failed${info.componentStack ?? ''}`, { cause: error }))
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const isStale = CHUNK_FAILURE.test(error.message)
    const requestId = error instanceof ApiError ? error.requestId : undefined
    return (
      <section role="alert" className={styles.failed}>
        <h1 className="t-panel">{isStale ? '控制台已更新，请刷新页面' : '页面出错了'}</h1>
        <p className="t-caption">
          {requestId ? `请求编号 ${requestId}` : '其它页面不受影响；若反复出现，请将操作步骤告知管理员'}
        </p>
        <Button
          type="primary"
          onClick={() => (isStale ? window.location.reload() : this.setState({ error: undefined }))}
        >
          {isStale ? '刷新页面' : '重试'}
        </Button>
      </section>
    )
  }
}
