import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ApiError } from '../lib/api/api-error.ts'
import { reloadAfterDeployment } from '../lib/deployment.ts'
import { ChunkLoadError } from '../lib/lazy-page.ts'
import { pageReload } from '../lib/reload-page.ts'
import { reportDefect } from '../lib/report-defect.ts'
import { PlainButton } from '../ui/plain/plain-button.tsx'
import styles from './error-boundary.module.css'

interface Props {
  readonly children: ReactNode
  /** A change clears the error: another page, or a refreshed tab. */
  readonly resetKey?: string
}
interface State {
  readonly error: Error | undefined
  readonly resetKey: string | undefined
}

/** Browser messages for a chunk that failed to load. */
const CHUNK_FAILURE = /dynamically imported module|Importing a module script failed|error loading/i

const isChunkFailure = (error: Error) => error instanceof ChunkLoadError || CHUNK_FAILURE.test(error.message)

/**
 * Contains the failure of one page, so that the shell survives (ER-49); a page whose code failed to load can be retried
 * (ER-21).
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    reportDefect(error, `Page failed${info.componentStack ?? ''}`)
    if (error instanceof Error && isChunkFailure(error)) void reloadAfterDeployment()
  }

  private readonly retry = () => this.setState({ error: undefined })

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const isChunk = isChunkFailure(error)
    return (
      <section role="alert" className={styles.failed}>
        <h1 className="t-panel">{isChunk ? '页面没有加载成功' : '页面出错了'}</h1>
        <p className="t-caption">{isChunk ? describeChunk(error) : describeDefect(error)}</p>
        <div className="row">
          <PlainButton isPrimary onClick={this.retry}>
            重试
          </PlainButton>
          {isChunk && <PlainButton onClick={pageReload.now}>刷新页面</PlainButton>}
        </div>
      </section>
    )
  }
}

function describeChunk(error: Error): string {
  const code = error instanceof ChunkLoadError ? (error.code ?? error.name) : error.name
  return `网络不稳定，或控制台刚刚更新（${code}）`
}

const describeDefect = (error: Error): string =>
  error instanceof ApiError && error.requestId
    ? `请求编号 ${error.requestId}`
    : '其它页面不受影响；若反复出现，请将操作步骤告知管理员'
