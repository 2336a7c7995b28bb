import { type LanguageSupport, StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import type { CodeMode } from '@natim/contract/constants'

const supported = async (load: Promise<LanguageSupport>): Promise<Extension> => load
const streamed = async (load: Promise<StreamParser<unknown>>): Promise<Extension> => StreamLanguage.define(await load)

/** Languages are loaded on first use. */
const LOADERS: Readonly<Record<CodeMode, () => Promise<Extension>>> = {
  css: () => supported(import('@codemirror/lang-css').then(({ css }) => css())),
  javascript: () =>
    supported(import('@codemirror/lang-javascript').then(({ javascript }) => javascript({ jsx: true }))),
  html: () => supported(import('@codemirror/lang-html').then(({ html }) => html())),
  java: () => supported(import('@codemirror/lang-java').then(({ java }) => java())),
  objectivec: () => streamed(import('@codemirror/legacy-modes/mode/clike').then(({ objectiveC }) => objectiveC)),
  python: () => supported(import('@codemirror/lang-python').then(({ python }) => python())),
  r: () => streamed(import('@codemirror/legacy-modes/mode/r').then(({ r }) => r)),
  shell: () => streamed(import('@codemirror/legacy-modes/mode/shell').then(({ shell }) => shell)),
  sql: () => supported(import('@codemirror/lang-sql').then(({ sql, PostgreSQL }) => sql({ dialect: PostgreSQL }))),
  swift: () => streamed(import('@codemirror/legacy-modes/mode/swift').then(({ swift }) => swift)),
  vue: () => supported(import('@codemirror/lang-vue').then(({ vue }) => vue())),
  markdown: () => supported(import('@codemirror/lang-markdown').then(({ markdown }) => markdown())),
}

export const loadLanguage = (mode: CodeMode): Promise<Extension> => LOADERS[mode]()
