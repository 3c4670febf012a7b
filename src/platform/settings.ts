import { z } from 'zod'

/** A wrong setting, told in one line that names the variable and never its value, which may be a secret. */
export class ConfigError extends Error {}

/** Environment variables of one area, and what the area makes of them. */
export interface Settings<Shape extends z.core.$ZodLooseShape, Values> {
  shape: Shape
  /** @throws ConfigError where variables do not go together */
  read(values: z.output<z.ZodObject<Shape>>, production: boolean): Values
}

export const defineSettings = <Shape extends z.core.$ZodLooseShape, Values>(
  shape: Shape,
  read: Settings<Shape, Values>['read'],
): Settings<Shape, Values> => ({ shape, read })

/** What an area makes of its variables. */
export type ValuesOf<Declared> = Declared extends { read: (...inputs: never[]) => infer Values } ? Values : never

/**
 * Parses the environment. An empty variable counts as unset.
 * @throws ConfigError naming every variable that is wrong, in one line
 */
export function parseEnvironment<Shape extends z.core.$ZodLooseShape>(schema: z.ZodObject<Shape>, env: NodeJS.ProcessEnv) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = schema.safeParse(set)
  if (parsed.success) return parsed.data
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
}

/** A comma-separated list. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

/** @param schemes as URL has them: `https:` */
export const url = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
      `must be a URL that starts with ${schemes.map((s) => `${s}//`).join(' or ')}`,
    )

export const origins = list.refine(
  (values) => values.every((value) => URL.canParse(value) && new URL(value).origin === value),
  'must be a comma-separated list of origins such as https://dashboard.example.com',
)

export const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')
