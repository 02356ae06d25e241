import type { TokenName, TokenOwner, Tokens } from "@/lib/identity/tokens.ts";

/** Stores a new token of a residence, without a user who creates it. */
export async function issuedToken(
  tokens: Tokens,
  owner: TokenOwner,
  named: TokenName,
): Promise<{ readonly tokenId: string; readonly token: string }> {
  const { keep, ...issued } = tokens.newProjectToken(owner, named);
  await tokens.commit(keep);
  return issued;
}
