import { z } from 'zod'
import type { CODE_DICTIONARIES } from '../dict.ts'
import type { ErrorCode } from '../errors.ts'
import type { QueryFieldTraits } from '../super-query.ts'
import { coreOf, kindOf, mayBeAbsent } from './schema-core.ts'

/** Display and behaviour of a field. Absent traits have no effect. */
export interface FieldTraits {
  /** Column heading, form label and sheet title. Without it the field exists only on the wire. */
  readonly label?: string
  /** Line below the control. */
  readonly help?: string
  /** Filter in the search row: contains, equals, everything inside a region. */
  readonly search?: 'like' | 'eq' | 'region'
  /** Offered in the advanced query; its control is derived from the field or given here. */
  readonly query?: true | QueryFieldTraits
  /** Table column width, px. */
  readonly width?: number
  /** For numeric columns, which are right-aligned. `exact`: as many as each value has. */
  readonly decimals?: number | 'exact'
  readonly unit?: string
  /** Step of a number control. */
  readonly step?: number
  readonly isSortable?: boolean
  /** `wide`: shown from 1440 px on; `chosen`: only if the user selects it. */
  readonly shown?: 'always' | 'wide' | 'chosen'
  /** Takes a whole line of the form. */
  readonly isWide?: boolean
  /** Number of lines of the control. */
  readonly rows?: number
  /** May be set to the same value in many rows at once. */
  readonly isBulk?: boolean
  /** Set at creation, never by a later edit. */
  readonly isImmutable?: boolean
  /** Unique over all rows; the error for a duplicate. */
  readonly unique?: ErrorCode
  /** Other server errors that belong to this field. */
  readonly refusals?: readonly ErrorCode[]
  /** Code dictionary of its values: rows carry the label as `…_dictText`, forms offer a choice. */
  readonly dictionary?: keyof typeof CODE_DICTIONARIES
  /** Labels of values without a dictionary. */
  readonly choices?: Readonly<Record<number | string, string>>
  /** A province or city code (GB/T 2260); rows carry its name as `…_dictText`. */
  readonly isRegion?: true
  /** Column name if the database reserves the field's name: `offsetVal` for `offset`. */
  readonly column?: string
  /**
   * How lists filter and sort by it; derived from the schema when absent, `none` = not at all, for example if it is no
   * column.
   */
  readonly type?: FieldType | 'none'
  /** Description of valid values for users filling a sheet. */
  readonly hint?: string
  /** Value in the example sheet. */
  readonly example?: string
  /** Title in sheets, if existing files use another one than the label. */
  readonly sheetLabel?: string
  /** Alternative titles accepted when a sheet is read. */
  readonly aliases?: readonly string[]
}

export type FieldType = 'text' | 'number' | 'time' | 'date'

/** A property of a resource, with its form and row schemas. */
export interface Field<
  Form extends z.ZodType | undefined = z.ZodType | undefined,
  Row extends z.ZodType | undefined = z.ZodType | undefined,
  HasLabelText extends boolean = boolean,
> extends FieldTraits {
  /** Form schema; undefined = not writable by users. */
  readonly form: Form
  /** Row schema, created on demand: the console never needs it. */
  readonly row: () => Row
  /** Rows carry the label beside the value. */
  readonly hasLabelText: HasLabelText
}

type LabelTextOf<T extends FieldTraits> = T extends { readonly dictionary: string } | { readonly isRegion: true }
  ? true
  : false

const hasLabelText = <T extends FieldTraits>({ dictionary, isRegion }: T) =>
  (dictionary !== undefined || isRegion === true) as LabelTextOf<T>

/** Row type of a form type: optional values become null. */
type Kept<S extends z.ZodType> = undefined extends z.output<S> ? Exclude<z.output<S>, undefined> | null : z.output<S>

/** In forms and in rows. */
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

/** In rows only. */
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

/** In forms only, never returned. */
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

/** Creator, last editor and their times: every table of the kit has them. */
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

/** Rows written under older rules are returned as they are: only the kind of a form schema is kept. */
function rowSchema(form: z.ZodType): z.ZodType {
  const kind = kindOf(form)
  const value = kind === 'string' ? z.string() : kind === 'number' ? z.number() : coreOf(form)
  return mayBeAbsent(form) ? value.nullable() : value
}
