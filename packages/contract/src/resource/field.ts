import { z } from 'zod'
import type { CODE_DICTIONARIES } from '../dict.ts'
import type { ErrorCode } from '../errors.ts'
import type { QueryFieldTraits } from '../super-query.ts'
import { coreOf, kindOf, mayBeAbsent } from './schema-core.ts'

/** What people are told and asked about a field. Whatever is absent does not happen. */
export interface FieldTraits {
  /** Heading, caption of the control, title in sheets. Without one the field is of the wire alone. */
  readonly label?: string
  /** Line below the control. */
  readonly help?: string
  /** How a list is narrowed by it in the search row: contains, equals, everything inside a region. */
  readonly search?: 'like' | 'eq' | 'region'
  /** Offered in the advanced query; its control follows from the field, or is told here. */
  readonly query?: true | QueryFieldTraits
  /** Column of the table, px. */
  readonly width?: number
  /** Of a numeric column; numbers stand right. `exact`: as many as each value has. */
  readonly decimals?: number | 'exact'
  readonly unit?: string
  /** Of a control with arrows. */
  readonly step?: number
  readonly isSortable?: boolean
  /** `wide`: a column from 1440 px on; `chosen`: only when the user picks it. */
  readonly shown?: 'always' | 'wide' | 'chosen'
  /** Whole line of the form. */
  readonly isWide?: boolean
  /** Lines of the control. */
  readonly rows?: number
  /** Many rows may get the same value at once. */
  readonly isBulk?: boolean
  /** Set at birth and never by a later edit. */
  readonly isImmutable?: boolean
  /** No two rows share it: what the second one is told. */
  readonly unique?: ErrorCode
  /** Other refusals of the server that belong to it. */
  readonly refusals?: readonly ErrorCode[]
  /** Code dictionary of its values: rows show the caption as `…_dictText`, forms offer a choice. */
  readonly dictionary?: keyof typeof CODE_DICTIONARIES
  /** DictLabels of values that are no dictionary. */
  readonly choices?: Readonly<Record<number | string, string>>
  /** A province or a city by its code (GB/T 2260); rows show its name as `…_dictText`. */
  readonly isRegion?: true
  /** Where it lies, when the database reserves its name: `offsetVal` of `offset`. */
  readonly column?: string
  /** How lists filter and sort by it; read off the schema when absent, `none` = not at all, as what is no column. */
  readonly type?: FieldType | 'none'
  /** What fits in, for whoever fills a sheet. */
  readonly hint?: string
  /** In the sheet that is given as an example. */
  readonly example?: string
  /** Title in sheets, where existing files know it by another one than the label. */
  readonly sheetLabel?: string
  /** Other titles by which it is known in sheets that are read. */
  readonly aliases?: readonly string[]
}

export type FieldType = 'text' | 'number' | 'time' | 'date'

/** A property of a resource: what a form takes, what a row shows. */
export interface Field<
  Form extends z.ZodType | undefined = z.ZodType | undefined,
  Row extends z.ZodType | undefined = z.ZodType | undefined,
  HasLabelText extends boolean = boolean,
> extends FieldTraits {
  /** Of forms; undefined = not written by people. */
  readonly form: Form
  /** Of rows, made when asked for: the console never does. */
  readonly row: () => Row
  /** Rows show the caption of the value beside it. */
  readonly hasLabelText: HasLabelText
}

type LabelTextOf<T extends FieldTraits> = T extends { readonly dictionary: string } | { readonly isRegion: true }
  ? true
  : false

const hasLabelText = <T extends FieldTraits>({ dictionary, isRegion }: T) =>
  (dictionary !== undefined || isRegion === true) as LabelTextOf<T>

/** What a row shows of what a form takes: what may be left out is null there. */
type Kept<S extends z.ZodType> = undefined extends z.output<S> ? Exclude<z.output<S>, undefined> | null : z.output<S>

/** Written by a form and shown in rows. */
export const field = <S extends z.ZodType, const T extends FieldTraits>(
  form: S,
  traits: T,
): Field<S, z.ZodType<Kept<S>, Kept<S>>, LabelTextOf<T>> => ({
  type: typeOf(form),
  ...traits,
  form,
  row: () => rowSchema(form) as z.ZodType<Kept<S>, Kept<S>>,
  hasLabelText: hasLabelText(traits),
})

/** Shown in rows alone. */
export const readOnly = <S extends z.ZodType, const T extends FieldTraits>(
  row: S,
  traits: T = {} as T,
): Field<undefined, S, LabelTextOf<T>> => ({
  type: typeOf(row),
  ...traits,
  form: undefined,
  row: () => row,
  hasLabelText: hasLabelText(traits),
})

/** Written by a form and shown to nobody. */
export const writeOnly = <S extends z.ZodType>(form: S, traits: FieldTraits): Field<S, undefined, false> => ({
  ...traits,
  type: 'none',
  form,
  row: () => undefined,
  hasLabelText: false,
})

const nullableText = z.string().nullable()

/** An instant, `yyyy-MM-dd HH:mm:ss` (contract/00 §7). */
export const instant = (traits: FieldTraits = {}) => readOnly(nullableText, { type: 'time', ...traits })

type Shown = NonNullable<FieldTraits['shown']>

/** Who made and who changed a row, and when: every table of the kit knows it. */
export const stamps = ({
  createBy = 'wide',
  createTime = 'always',
}: Partial<Record<'createBy' | 'createTime', Shown>> = {}) => ({
  createBy: readOnly(nullableText, { label: '创建人', width: 120, shown: createBy }),
  createTime: instant({
    label: '创建时间',
    query: { type: 'datetime' },
    width: 160,
    isSortable: true,
    shown: createTime,
  }),
  updateBy: readOnly(nullableText),
  updateTime: instant({ label: '更新时间', width: 160, shown: 'chosen' }),
})

const typeOf = (schema: z.ZodType): FieldType | 'none' => {
  const kind = kindOf(schema)
  return kind === 'string' || kind === 'enum' ? 'text' : kind === 'number' || kind === 'int' ? 'number' : 'none'
}

/** Rows written under older rules are shown as they are: of what a form asks, only the kind is left. */
function rowSchema(form: z.ZodType): z.ZodType {
  const kind = kindOf(form)
  const value = kind === 'string' ? z.string() : kind === 'number' ? z.number() : coreOf(form)
  return mayBeAbsent(form) ? value.nullable() : value
}
