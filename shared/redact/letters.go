package redact

// base62 are the digits of pairCost.
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// pairCost holds, in digits of base62, the improbability of a letter after another one in the words of
// people: a row for each letter before it (a to z, last the beginning of a word), in
// it a column for each letter; minus four times the binary logarithm of the
// probability, as a digit of base 62. Counted over the words of the Go standard
// library's sources, of CLDR's names in 49 languages with Latin letters, and of an
// editor's messages in 18, accents dropped, each word by the logarithm of its count.
const pairCost = "" +
	"MLIHVQLSIQLDHARMbCHENOTWPPARQTBXYNCRaEXSDVeELSDWReNeCZOTDSXADSILSWATeIOHJabeRLBVSN8RWPATTOUNBReLJPJWTZRMJQIGNOKULSMGJBRNUACGSOTMSPDVTPEFOS8beHVRBQdENMFbYYRe" +
	"CVSWAWNJCUULSKCYeFJPCOWeSb8aUR8WadDVULORCVeIOFIZVeQeFMIKFNKcSOLGI9HNZIDFTMYVRO6dTNAZZeFdQURMDSeZDOEXcceV9cSZDUTTAcNKQRAbeIHIFSReLdARWKAUQZAWRESPDTebLJISbeKe" +
	"7GUQ9ZbOCeXQMTDFeSMRJdeeScCXIDDPDVCWORTMGWcXFDKPZeLTOMKIQQOWNQLFF9MJeBFIJJJZZOBdRUBUXQFeTFYSBIeBLHHaZeReFYQSPUZTKZUPSWMROOLQ2RXVZeBPMLAUMUBYMOKNEUeKHHGPReOP" +
	"EYGVCUZJDXEKRSHJaSJAHSReNPAYPW9UbIAeUQVQDTeGJJHUUZLVGJLKINKXINLGHBPJeCEEPRUWUL8XSa7bbe9ZaUaNEeePQZQaeeLc7WPRCTYLAddTVHFOeIHRSeZbFVGHFJCGWMDaXPMXMCYMMBSWdNPa" +
	"AMGLHPOOJOLKGGIFeKEFLUMeRR9PPO9dUQBXROMGGReRPQIVNeGPGHGHIJKMIPIIGIKGWIDHLLNRTO"
