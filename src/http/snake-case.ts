/** GraphQL's `memberId` is `member_id` in REST. Names that are not camel case, as of headers, stay. */
export const snakeCase = (name: string) => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
