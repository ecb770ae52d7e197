import type { X509Certificate } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate as ParsedCertificate,
  SubjectKeyIdentifierExtension,
} from '@peculiar/x509';

const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36';
const ANY_USE = '2.5.29.37.0';

/**
 * Why a verifier of content credentials would reject the chain (leaf first), as a sentence; undefined if it would not.
 * The rules are those of the C2PA specification, "Certificate profile".
 */
export function findCertificateDefect(chain: readonly X509Certificate[], now: Date): string | undefined {
  for (const [index, certificate] of chain.entries()) {
    const name = nameOf(certificate);
    if (certificate.validFromDate > now)
      return `${name} is not valid before ${day(certificate.validFromDate)}.`;
    if (certificate.validToDate <= now) return `${name} expired on ${day(certificate.validToDate)}.`;
    const parsed = new ParsedCertificate(certificate.raw);
    const defect = index === 0 ? leafDefect(parsed) : authorityDefect(parsed);
    if (defect !== undefined) return `${name} ${defect}.`;
  }
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1];
    if (issuer === undefined) break;
    if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) {
      return `${nameOf(certificate)} was not issued by the next one in the chain.`;
    }
  }
  return undefined;
}

function leafDefect(certificate: ParsedCertificate): string | undefined {
  const usage = certificate.getExtension(KeyUsagesExtension);
  if (certificate.getExtension(BasicConstraintsExtension)?.ca) {
    return 'is an authority; sign with a certificate that it issued';
  }
  if (certificate.subject === certificate.issuer)
    return 'signed itself; verifiers accept no such certificate';
  if (usage === null || (usage.usages & KeyUsageFlags.digitalSignature) === 0) {
    return 'is not for digital signatures (keyUsage)';
  }
  if (!usage.critical) return 'has a keyUsage that is not marked critical';
  if ((usage.usages & KeyUsageFlags.keyCertSign) !== 0)
    return 'may sign certificates but is not an authority';
  const purposes = certificate.getExtension(ExtendedKeyUsageExtension)?.usages.map(String) ?? [];
  if (purposes.includes(ANY_USE)) return 'is for any purpose (extendedKeyUsage), which verifiers reject';
  if (!purposes.includes(EMAIL_PROTECTION) && !purposes.includes(DOCUMENT_SIGNING)) {
    return 'is neither for email protection nor for document signing (extendedKeyUsage)';
  }
  if (certificate.getExtension(AuthorityKeyIdentifierExtension) === null) {
    return 'does not name the key of its issuer (authorityKeyIdentifier)';
  }
  return undefined;
}

function authorityDefect(certificate: ParsedCertificate): string | undefined {
  if (!certificate.getExtension(BasicConstraintsExtension)?.ca)
    return 'is not an authority and cannot issue others';
  const usage = certificate.getExtension(KeyUsagesExtension);
  if (usage === null || (usage.usages & KeyUsageFlags.keyCertSign) === 0) {
    return 'is not for signing certificates (keyUsage)';
  }
  if (!usage.critical) return 'has a keyUsage that is not marked critical';
  if (certificate.getExtension(SubjectKeyIdentifierExtension) === null) {
    return 'does not name its own key (subjectKeyIdentifier)';
  }
  if (
    certificate.subject !== certificate.issuer &&
    certificate.getExtension(AuthorityKeyIdentifierExtension) === null
  ) {
    return 'does not name the key of its issuer (authorityKeyIdentifier)';
  }
  return undefined;
}

function nameOf(certificate: X509Certificate): string {
  return `The certificate "${certificate.subject.replaceAll('\n', ', ')}"`;
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
